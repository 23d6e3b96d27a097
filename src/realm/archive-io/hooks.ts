import { hook } from "../realm.ts";
import type { FeatureArchive } from "./feature-archive.ts";

/** Collects each feature's part of archives. The platform handles it for features that have an `archive`. */
export const archiveHook = hook<[], FeatureArchive>("archive");
