import type { Sample } from "../sample.ts";
import { samples as gitea } from "./gitea.ts";

/** Gogs sends what Gitea sends, under a header of its own. */
export const samples: readonly Sample[] = gitea.map((sample) => ({
  ...sample,
  headers: { "X-Gogs-Event": sample.headers?.["X-Gitea-Event"] ?? "" },
}));
