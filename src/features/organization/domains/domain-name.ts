import * as v from "valibot";
import { textOf } from "../../../endpoints/parameter.ts";
import { boundedText } from "../../../protocol/bounded.ts";

const PART = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;

/** A domain as an administrator writes it; each problem is told by itself. */
export const domainParam = textOf(
  v.pipe(
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
      (domain) => domain.split(".").every((part) => PART.test(part)),
      "Invalid {}: Domain can only have letters, numbers, '.' and '-'s.",
    ),
  ),
);
