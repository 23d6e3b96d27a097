const known = new Map<string, Promise<number | undefined>>();

/**
 * Requests the size of an uploaded file in bytes, once per file. Resolves to undefined if the file was deleted or the
 * server is unreachable.
 */
export function sizeOfFile(address: string): Promise<number | undefined> {
  const before = known.get(address);
  if (before !== undefined) return before;
  const asked = requestSize(address).catch(() => {
    known.delete(address);
    return undefined;
  });
  known.set(address, asked);
  return asked;
}

async function requestSize(address: string): Promise<number | undefined> {
  const { ok, headers } = await fetch(address, { method: "HEAD" });
  const size = headers.get("content-length");
  return ok && size !== null ? Number(size) : undefined;
}
