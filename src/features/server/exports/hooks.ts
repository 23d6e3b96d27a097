import { hook, type Realm } from "../../../realm/realm.ts";
import type { ArchiveKind } from "./archives/kinds.ts";

/** Collects the kinds of archives that other features make. */
export const archiveKindHook = hook<[], ArchiveKind>("archive kind");

/** The kind of an archive that another feature makes. */
export const kindOf = (realm: Realm, { kind }: { readonly kind: string }): ArchiveKind | undefined =>
  realm.collect(archiveKindHook).find(({ name }) => name === kind);
