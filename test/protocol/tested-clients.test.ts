import { expect, test } from "vitest";
import { testedAge, versionOfClient } from "../../src/protocol/tested-clients.ts";

test.each([
  ["ZulipFlutter", "ZulipFlutter/30.0.274+274 (Android 16)", "tested"],
  ["ZulipFlutter", "ZulipFlutter/30.0.262 (iOS 18)", "older"],
  ["ZulipFlutter", "ZulipFlutter/30.1 (iOS 18)", "newer"],
  ["ZulipFlutter", "ZulipFlutter/31.0.1+9 (Linux; Fedora Linux 40)", "newer"],
  ["ZulipTerminal", "ZulipTerminal/0.7.0 Linux", "tested"],
  ["ZulipTerminal", "ZulipTerminal/0.7.0.1 Linux", "newer"],
  ["ZulipFlutter", "ZulipFlutter", undefined],
  ["ZulipFlutter", `ZulipFlutter/${"9".repeat(40)}`, undefined],
  ["ParleyTest", "ParleyTest/1.0", undefined],
  ["constructor", "constructor/1.0", undefined],
])("the client %s with user agent %s is tested, newer or unknown: %s", (name, userAgent, age) => {
  expect(testedAge(name, versionOfClient(name, userAgent))?.age).toBe(age);
});
