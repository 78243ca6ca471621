/** About the max number of arguments for one call. */
const chunk = 0x8000;

export function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += chunk)
    // Spread syntax uses an iterator, which takes five times the CPU.
    binary += String.fromCharCode.apply(null, bytes.subarray(at, at + chunk) as unknown as number[]);
  return btoa(binary);
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
