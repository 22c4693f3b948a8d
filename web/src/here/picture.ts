/**
 * A picture of Python's memory as it is once everything is imported. From the second visit on Python is not started, but
 * laid out as it was: that is several times quicker. The picture is made in this browser, in the background, and is good
 * for just the files it was made from: their hash is its name. It is a file of the browser's own file system, from which
 * it is read in half the time that IndexedDB takes; where there is none, every visit is like the first.
 */

const FOLDER = "pictures of Python";

const folder = async () => (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });

/** The picture for these files, if there is one. */
export async function kept(version: string): Promise<File | null> {
  try {
    const file = await (await (await folder()).getFileHandle(version)).getFile();
    return file.size ? file : null;
  } catch {
    return null;
  }
}

/** Keep a picture in place of all others; null: none. It is there whole or not at all. */
export async function keep(picture: { version: string; memory: BufferSource } | null): Promise<void> {
  const pictures = await folder();
  for await (const name of pictures.keys()) if (name !== picture?.version) await pictures.removeEntry(name);
  if (!picture) return;
  const file = await (await pictures.getFileHandle(picture.version, { create: true })).createWritable();
  await file.write(picture.memory);
  await file.close();
}
