import { hook, type Realm } from "../../../realm/realm.ts";
import type { ArchiveKind } from "./archives/kinds.ts";

/** Returns the kinds of archives that other features create. */
export const archiveKindHook = hook<[], ArchiveKind>("archive kind");

export const findArchiveKind = (realm: Realm, { kind }: { readonly kind: string }): ArchiveKind | undefined =>
  realm.collect(archiveKindHook).find(({ name }) => name === kind);
