"""A Ray cluster of two nodes on this machine, while standard input is open. `drop` on it kills the second node."""

import os
import sys

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

from ray.cluster_utils import Cluster

cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
second = cluster.add_node(num_cpus=1)
cluster.wait_for_nodes()
print(cluster.address, flush=True)
for line in sys.stdin:
    if line.strip() == "drop":
        cluster.remove_node(second, allow_graceful=False)
        print("dropped", flush=True)
cluster.shutdown()
