/** A face for who has not chosen one: of those that no bot has whom a newcomer meets, so that they are alone in having it. */

const RARE = ["kitsune", "fukurou", "kappa", "kuma", "ookami", "tengu"]; // masters and champions

/** One that is not taken yet; "" where all are. */
export function freeFace(taken: string[], chance = Math.random()): string {
  const free = RARE.filter((face) => !taken.includes(face));
  return free[Math.floor(chance * free.length)] ?? "";
}
