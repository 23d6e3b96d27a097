/** Decodes a percent-encoded string. Returns undefined if it is malformed. */
export function decodedUri(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
