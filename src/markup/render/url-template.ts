// The npm package url-template expands templates, but can't check them or list their variables, which linkifiers need.
import { isWebAddress } from "../../protocol/web-address.ts";

/** Operators of RFC 6570, section 3.2.1 and appendix A. */
interface Operator {
  readonly first: string;
  readonly separator: string;
  readonly named: boolean;
  readonly ifEmpty: string;
  readonly reserved: boolean;
}

const plain: Operator = { first: "", separator: ",", named: false, ifEmpty: "", reserved: false };
const operators: Readonly<Record<string, Operator>> = {
  "+": { ...plain, reserved: true },
  "#": { ...plain, first: "#", reserved: true },
  ".": { ...plain, first: ".", separator: "." },
  "/": { ...plain, first: "/", separator: "/" },
  ";": { ...plain, first: ";", separator: ";", named: true },
  "?": { ...plain, first: "?", separator: "&", named: true, ifEmpty: "=" },
  "&": { ...plain, first: "&", separator: "&", named: true, ifEmpty: "=" },
};

const expression = /\{([+#./;?&]?)([^{}]*)\}/g;
const variable = /^([A-Za-z0-9_.%]+)(?::([1-9]\d{0,3})|\*)?$/;

function encode(value: string, reserved: boolean): string {
  const encoded = encodeURIComponent(value.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  if (!reserved) return encoded;
  // Reserved characters, and percent-encoded triplets in the value, stay as they are.
  return encoded
    .replace(/%(?:3A|2F|3F|23|5B|5D|40|21|24|26|27|28|29|2A|2B|2C|3B|3D)/g, decodeURIComponent)
    .replace(/%25([0-9A-Fa-f]{2})/g, "%$1");
}

/** Whether a string is a URI template with only well-formed expressions. */
export function isUrlTemplate(template: string): boolean {
  const literals = template.replace(expression, (_, _operator: string, list: string) =>
    list.split(",").every((each) => variable.test(each)) ? "" : "{",
  );
  return !/[{}]/.test(literals);
}

/** Whether a string is a URI template that expands to an http or https URL for any values. */
export const isWebTemplate = (template: string): boolean =>
  isUrlTemplate(template) &&
  isWebAddress(expandUrlTemplate(template, Object.fromEntries(templateVariables(template).map((name) => [name, "x"]))));

export function templateVariables(template: string): string[] {
  return [...template.matchAll(expression)].flatMap(([, , list = ""]) =>
    list.split(",").map((each) => variable.exec(each)?.[1] ?? each),
  );
}

/** Expands a URI template (RFC 6570) with string values. */
export function expandUrlTemplate(template: string, values: Readonly<Record<string, string | undefined>>): string {
  return template.replace(expression, (_, sign: string, list: string) => {
    const operator = operators[sign] ?? plain;
    const parts: string[] = [];
    for (const each of list.split(",")) {
      const found = variable.exec(each);
      const name = found?.[1] ?? "";
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (value === undefined) continue;
      const cut = found?.[2] ? [...value].slice(0, Number(found[2])).join("") : value;
      const encoded = encode(cut, operator.reserved);
      if (!operator.named) parts.push(encoded);
      else parts.push(encoded === "" ? name + operator.ifEmpty : `${name}=${encoded}`);
    }
    return parts.length === 0 ? "" : operator.first + parts.join(operator.separator);
  });
}
