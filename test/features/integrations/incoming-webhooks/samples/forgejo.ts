import type { Sample } from "../sample.ts";
import { samples as gitea } from "./gitea.ts";

/** Forgejo sends what Gitea sends, under a header of its own. */
export const samples: readonly Sample[] = gitea.map((sample) => ({
  ...sample,
  headers: { "X-Forgejo-Event": sample.headers?.["X-Gitea-Event"] ?? "" },
}));
