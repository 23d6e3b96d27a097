import { expect, test } from "vitest";
import { isForward, topicOfSubject } from "../../../../src/features/integrations/incoming-email/mail-topic.ts";

test.each([
  ["Tea", "Tea"],
  ["Re: Tea", "Tea"],
  ["RE: re:AW : Fwd: FW:WG: Tea", "Tea"],
  ["Re[2]: Tea", "Tea"],
  ["[Re: Tea]", "Tea"],
  ["Tea (fwd)", "Tea"],
  ["Re: [list] Tea", "[list] Tea"],
  ["Reading: a book", "Reading: a book"],
  ["Re", "Re"],
  ["re:", "Email with no subject"],
  ["  ", "Email with no subject"],
  ["Tea\u0000\u0007\u200b\n now", "Tea now"],
  ["👩‍🍳 cooks", "👩‍🍳 cooks"],
  ["x".repeat(61), `${"x".repeat(57)}...`],
])("[6] topicOfSubject turns %j into %j", (subject, topic) => expect(topicOfSubject(subject)).toBe(topic));

test.each([
  ["Fwd: x", true],
  ["FW: x", true],
  ["WG: x", true],
  ["Re: Fwd: x", true],
  ["x (fwd)", true],
  ["Re: x", false],
  ["Forward: x", false],
])("isForward for the subject %s is %s", (subject, is) => expect(isForward(subject)).toBe(is));
