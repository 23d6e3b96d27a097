import { type Element, elementsIn, elementText } from "../../../../src/cli/ldap-sync/ldap/ber.ts";
import type { Entry } from "./stand-in.ts";

const BIT_AND = "1.2.840.113556.1.4.803";

/** Whether an entry matches a request's filter, for the filters that tests use. */
export function fits({ tag, content }: Element, entry: Entry): boolean {
  const parts = () => elementsIn(content);
  switch (tag) {
    case 0xa0:
      return parts().every((part) => fits(part, entry));
    case 0xa1:
      return parts().some((part) => fits(part, entry));
    case 0xa2:
      return !parts().some((part) => fits(part, entry));
    case 0xa3: {
      const [name, value] = parts();
      return valuesOf(entry, elementText(name)).some((one) => one.toLowerCase() === elementText(value).toLowerCase());
    }
    case 0x87:
      return valuesOf(entry, content.toString()).length > 0;
    case 0xa9: {
      const [rule, name, value] = parts();
      if (elementText(rule) !== BIT_AND) throw new Error(`no rule ${elementText(rule)}`);
      const bits = Number(elementText(value));
      return valuesOf(entry, elementText(name)).some((one) => (Number(one) & bits) === bits);
    }
    default:
      throw new Error(`no filter with the tag ${tag}`);
  }
}

/** Superclasses of the classes in the tests. */
const CLASSES: Readonly<Record<string, readonly string[]>> = { inetorgperson: ["person", "organizationalPerson"] };

function valuesOf(entry: Entry, name: string): string[] {
  const values = (entry.get(name.toLowerCase())?.values ?? []).map(String);
  return name.toLowerCase() !== "objectclass"
    ? values
    : values.flatMap((one) => [one, ...(CLASSES[one.toLowerCase()] ?? [])]);
}
