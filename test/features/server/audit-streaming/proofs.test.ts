import { expect, test } from "vitest";
import { openCheckpoint } from "../../../../src/merkle-log/checkpoint.ts";
import { inclusionProof } from "../../../../src/merkle-log/merkle-log.ts";
import { tablesOf, withConfig } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import { treeOver } from "../../trust/audit-log/root-over.ts";
import { feed, fetchFeed, tokenOf, writeEntries } from "./feeds.ts";

const text = async (host: string, path: string, token?: string) => (await fetchFeed(host, path, token)).text();

test("[security 18.9] the checkpoint covers all entries, signed with the organization's published key", async () => {
  const { iris, host } = await realm();
  const key = await text(host, "key");
  expect(key).toBe(await text(host, "key"));
  expect(key.startsWith(`${host}/audit+`)).toBe(true);
  const token = await tokenOf(iris);
  const response = await fetchFeed(host, "checkpoint", token);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const checkpoint = openCheckpoint(await response.text(), key);
  const { entries, checkpoint: told } = await iris.ok(iris.get("/audit_log", { after_id: 0, limit: 1000 }));
  // The first read with a token, and this one, are entries too.
  expect(told.size).toBe(entries.length);
  expect(checkpoint).toEqual({
    ...{ origin: `${host}/audit`, size: told.size - 1 },
    root: treeOver(entries).rootOf(told.size - 1),
  });
});

test("[security 18.9] proofs match the tree of the entries, and include their checkpoint", async () => {
  const { iris, host } = await realm();
  await writeEntries(iris, 40);
  const token = await tokenOf(iris);
  const key = await text(host, "key");
  await text(host, "checkpoint", token);
  const { entries } = await iris.ok(iris.get("/audit_log", { after_id: 0, limit: 1000 }));
  const tree = treeOver(entries);
  for (const [id, size] of [
    [1, 40],
    [33, 40],
    [40, 40],
    [17, 32],
  ] as const) {
    const proven = await feed(host, `proof/inclusion?id=${id}&size=${size}`, token);
    const wanted = inclusionProof(tree.hashes, id, size).map((hash) => Buffer.from(hash).toString("base64"));
    expect(proven).toMatchObject({ id, size, leaf: tree.leaf(id), proof: wanted });
    expect(openCheckpoint(proven.checkpoint, key)).toMatchObject({ size, root: tree.rootOf(size) });
  }
  const newest = await feed(host, "proof/inclusion?id=1", token);
  expect(openCheckpoint(newest.checkpoint, key)).toMatchObject({ size: newest.size });
  const link = await feed(host, "proof/consistency?from=7&to=40", token);
  expect(link).toMatchObject({ from: 7, to: 40 });
  expect(openCheckpoint(link.checkpoint, key)).toMatchObject({ size: 40, root: tree.rootOf(40) });
  for (const [path, status] of [
    ["proof/inclusion", 400],
    ["proof/inclusion?id=0", 404],
    ["proof/inclusion?id=9999", 404],
    ["proof/inclusion?id=x", 400],
    ["proof/inclusion?id=1&size=9999", 400],
    ["proof/consistency?from=0", 400],
    ["proof/consistency?from=9&to=8", 400],
    ["proof/consistency?from=1&to=9999", 400],
  ] as const) {
    const response = await fetchFeed(host, path, token);
    expect([response.status, (await response.json<{ ok: boolean }>()).ok]).toEqual([status, false]);
  }
});

test("the private key is encrypted with the operator's newest key, and stays the same", async () => {
  const { iris, host } = await realm();
  const key = await text(host, "key");
  await withConfig(iris, { secretsKeys: ["a key of the operator's"] }, async () => {
    expect(await text(host, "key")).toBe(key);
    expect((await tablesOf(iris))["audit_signing_key"]).toEqual([{ seed: expect.stringMatching(/^sealed:/) }]);
    expect(await text(host, "key")).toBe(key);
  });
});
