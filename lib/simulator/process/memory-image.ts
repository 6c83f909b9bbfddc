/** A stretch of memory, kept to be written back. */
export interface MemoryImage {
  readonly start: number;
  readonly bytes: Uint8Array;
}

/**
 * The part of the memory that holds something. What lies elsewhere does not matter: below is the unused stack, above is
 * memory that QuickJS's allocator, once put back, knows as free.
 */
export function takeImage(memory: WebAssembly.Memory): MemoryImage {
  const words = new Uint32Array(memory.buffer);
  let first = 0;
  let end = words.length;
  while (words[first] === 0) first++;
  while (words[end - 1] === 0) end--;
  return { start: first * 4, bytes: new Uint8Array(memory.buffer).slice(first * 4, end * 4) };
}

/** Puts the memory back. What a run left above the image stays there as garbage, which costs nothing. */
export function restoreImage(memory: WebAssembly.Memory, image: MemoryImage): void {
  new Uint8Array(memory.buffer).set(image.bytes, image.start);
}

/** Clears what runs have left above an image, so that the next image is not larger than it must be. */
export function clearAbove(memory: WebAssembly.Memory, image: MemoryImage): void {
  new Uint8Array(memory.buffer).fill(0, image.start + image.bytes.length);
}
