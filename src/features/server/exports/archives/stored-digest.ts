/** The size and the SHA-256 of a file in the store; undefined where there is none. It is never in memory as a whole. */
export async function storedDigest(
  store: R2Bucket,
  key: string,
): Promise<{ readonly size: number; readonly sha256: string } | undefined> {
  const found = await store.get(key);
  if (found === null) return undefined;
  const digest = new crypto.DigestStream("SHA-256");
  await found.body.pipeTo(digest);
  return { size: found.size, sha256: Buffer.from(await digest.digest).toString("hex") };
}
