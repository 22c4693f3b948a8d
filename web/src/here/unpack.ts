/** Files that lie beside the page compressed, so that the page is light on any host, whether or not it compresses. */

const GZIP = [0x1f, 0x8b];

/** A file's whole content. `heard` is told of every part as it comes. Some hosts unpack by themselves: that is seen. */
export async function unpacked(url: string, type: string, heard: (bytes: number) => void): Promise<Response> {
  const answer = await fetch(url);
  if (!answer.ok || !answer.body) throw new Error(`${url}: ${answer.status}`);
  const reader = answer.body.getReader();
  const first = await reader.read();
  const packed = GZIP.every((byte, i) => first.value?.[i] === byte);
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(stream) {
      if (first.value) pass(first.value, stream);
    },
    async pull(stream) {
      const { done, value } = await reader.read();
      if (done) stream.close();
      else pass(value, stream);
    },
  });
  function pass(part: Uint8Array<ArrayBuffer>, stream: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) {
    heard(part.length);
    stream.enqueue(part);
  }
  const whole = packed ? body.pipeThrough(new DecompressionStream("gzip")) : body;
  return new Response(whole, { headers: { "content-type": type } });
}
