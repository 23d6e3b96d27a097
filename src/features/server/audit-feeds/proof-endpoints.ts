import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { count, optional, text } from "../../../endpoints/parameter.ts";
import { verifierKey } from "../../../proofs/note.ts";
import { consistencyProof, inclusionProof } from "../../../proofs/proofs.ts";
import type { Hash } from "../../../proofs/tree.ts";
import { badRequest, notFound } from "../../../protocol/errors.ts";
import { auditHashes, auditHead } from "../../trust/audit-log/audit.ts";
import { checkpointOf, logSigner } from "./signer.ts";
import { admitToken } from "./tokens.ts";

/** Called for pages below /audit/v1 alone; with a token, but for the key, which is public. */
const forPages = { by: "anyone", internal: true } as const;
const token = text("id");

const inBase64 = (hash: Hash) => Buffer.from(hash).toString("base64");

export const getLogKeyEndpoint = action({
  route: "GET /audit_feeds/key",
  ...forPages,
  params: {},
  reply: { key: v.string() },
  run: ({ realm }) => ({ key: verifierKey(logSigner(realm)) }),
});

export const getCheckpointEndpoint = action({
  route: "GET /audit_feeds/checkpoint",
  ...forPages,
  params: { token },
  reply: { checkpoint: v.string() },
  run({ realm, params }) {
    admitToken(realm, params.token);
    return { checkpoint: checkpointOf(realm, auditHead(realm).size) };
  },
});

/** The proof that an entry is in the log of a size, which is that of the newest checkpoint where none is said. */
export const getInclusionProofEndpoint = action({
  route: "GET /audit_feeds/inclusion",
  ...forPages,
  params: { token, id: count, size: optional(count) },
  reply: {
    id: v.number(),
    size: v.number(),
    leaf: v.string(),
    proof: v.array(v.string()),
    checkpoint: v.string(),
  },
  run({ realm, params: { token: given, id, size: wanted } }) {
    admitToken(realm, given);
    const newest = auditHead(realm).size;
    const size = wanted ?? newest;
    if (size > newest) throw badRequest("size is more than there are entries");
    if (id < 1 || id > size) throw notFound("Entry does not exist");
    const hashes = auditHashes(realm);
    return {
      ...{ id, size, leaf: inBase64(hashes.leaf(id)), proof: inclusionProof(hashes, id, size).map(inBase64) },
      checkpoint: checkpointOf(realm, size),
    };
  },
});

/** The proof that the log of one size is the beginning of that of another. */
export const getConsistencyProofEndpoint = action({
  route: "GET /audit_feeds/consistency",
  ...forPages,
  params: { token, from: count, to: optional(count) },
  reply: { from: v.number(), to: v.number(), proof: v.array(v.string()), checkpoint: v.string() },
  run({ realm, params: { token: given, from, to: wanted } }) {
    admitToken(realm, given);
    const newest = auditHead(realm).size;
    const to = wanted ?? newest;
    if (from < 1 || from > to || to > newest) throw badRequest("from and to have to be sizes of the log, in order");
    const proof = consistencyProof(auditHashes(realm), from, to).map(inBase64);
    return { from, to, proof, checkpoint: checkpointOf(realm, to) };
  },
});
