import { hook } from "../../../realm/realm.ts";
import type { PageRow } from "./rows.ts";

/** Runs before old versions of a page are deleted. */
export const pagesLeavingHook = hook<[pages: readonly PageRow[]]>("pages leaving");
