import * as v from "valibot";
import { textParameter } from "../../../api/parameter.ts";
import { boundedText } from "../../../protocol/bounded.ts";

const LABEL = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;

/** The name of an email domain. Each kind of problem has its own error message. */
export const domainSchema = v.pipe(
  boundedText("address"),
  v.trim(),
  v.toLowerCase(),
  v.check((domain) => domain !== "", "Invalid {}: Domain can't be empty."),
  v.check((domain) => domain.includes("."), "Invalid {}: Domain must have at least one dot (.)"),
  v.check((domain) => domain.length <= 80, "Invalid {}: Domain is too long"),
  v.check(
    (domain) => !domain.startsWith(".") && !domain.endsWith("."),
    "Invalid {}: Domain cannot start or end with a dot (.)",
  ),
  v.check(
    (domain) => domain.split(".").every((part) => LABEL.test(part)),
    "Invalid {}: Domain can only have letters, numbers, '.' and '-'s.",
  ),
);

export const domainParam = textParameter(domainSchema);
