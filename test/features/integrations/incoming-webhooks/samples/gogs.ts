import type { Sample } from "../sample.ts";
import { samples as gitea } from "./gitea.ts";

/** Gogs sends the same requests as Gitea, but with its own header. */
export const samples: readonly Sample[] = gitea.map((sample) => ({
  ...sample,
  headers: { "X-Gogs-Event": sample.headers?.["X-Gitea-Event"] ?? "" },
}));
