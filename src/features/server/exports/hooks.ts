import { hook, type Realm } from "../../../realm/realm.ts";
import type { ArchiveKind } from "./archives/kinds.ts";

/** Collects the kinds of archives created by other features. */
export const archiveKindHook = hook<[], ArchiveKind>("archive kind");

export const findArchiveKind = (realm: Realm, { kind }: { readonly kind: string }): ArchiveKind | undefined =>
  realm.collect(archiveKindHook).find(({ name }) => name === kind);
