import type { Later } from "../../../../realm/archive/writing.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { insertLater, laterOfKind, laterOf as selectLater } from "../rows.ts";

/** The texts that an import keeps until a later step. */
export const laterOf = ({ sql }: Realm): Later => ({
  put: (kind, id, value) => insertLater.run(sql, { kind, id, value }),
  of: (kind, id) => selectLater.first(sql, { kind, id })?.value,
  all: (kind) => laterOfKind.all(sql, { kind }),
});
