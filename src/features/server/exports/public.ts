// The parts of this feature that others can use.
export type { ArchiveKind, ArchiveRow, PieceContext, Place } from "./archives/kinds.ts";
export { archivesOf, beginOfKind, endOfKind, filesOfArchive, membersOf } from "./archives/of-kind.ts";
export { beginWhole, endWhole, wholeState } from "./archives/whole.ts";
export { COMPLIANCE_NAME, OWN_NAME } from "./download.ts";
export { archiveKindHook } from "./hooks.ts";
