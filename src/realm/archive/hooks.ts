import { hook } from "../realm.ts";
import type { FeatureArchive } from "./feature-archive.ts";

/** What archives have of each feature. The platform handles it for features that have an `archive`. */
export const archiveHook = hook<[], FeatureArchive>("archive");
