import { describe, expect, test } from "vitest";
import { count, countsSoFar, countTime } from "../../src/metrics/counts.ts";
import { exposition } from "../../src/metrics/exposition.ts";
import { FAMILIES, labelled, series } from "../../src/metrics/families.ts";
import { numbersOf, type Report } from "../../src/metrics/reports.ts";
import { seconds } from "../../src/util/time.ts";
import { readPrometheusText } from "../support/prometheus-text.ts";

describe("the Prometheus text", () => {
  test("is valid with all kinds of numbers and odd characters in labels", () => {
    const odd = 'a "quoted" \\ and\na second line';
    const text = exposition({
      [series("parley_requests_total", { kind: "send", status: 200 })]: 3,
      [series("parley_disk_bytes")]: 2.7e11,
      [series("parley_jobs_waiting", { job: odd })]: 1,
      [series("parley_requests_total", { kind: "read", status: 404 })]: 1,
    });
    const families = readPrometheusText(text);
    expect([...families.keys()]).toEqual(["parley_requests_total", "parley_jobs_waiting", "parley_disk_bytes"]);
    expect([...(families.get("parley_requests_total")?.samples.values() ?? [])]).toEqual([3, 1]);
    expect(text).toContain(String.raw`parley_jobs_waiting{job="a \"quoted\" \\ and\na second line"} 1`);
  });

  test("counts times in cumulative buckets", () => {
    for (const ms of [4, 40, 400, 40_000]) countTime("test", ms);
    const samples = readPrometheusText(exposition(countsSoFar())).get("parley_request_seconds")?.samples;
    const bucket = (le: string) => samples?.get(`parley_request_seconds_bucket{kind="test",le="${le}"}`);
    expect(["0.01", "0.05", "0.25", "1", "5", "+Inf"].map(bucket)).toEqual([1, 2, 2, 3, 3, 4]);
    expect(samples?.get('parley_request_seconds_sum{kind="test"}')).toBeCloseTo(40.444);
  });

  test("omits unknown metrics, such as a row written by another version", () => {
    const before = countsSoFar()["parley_messages_sent_total"] ?? 0;
    count("parley_messages_sent_total", undefined, 2);
    expect(exposition({ parley_of_tomorrow: 1, ...countsSoFar() })).not.toContain("tomorrow");
    expect(exposition(countsSoFar())).toContain(`parley_messages_sent_total ${before + 2}\n`);
  });

  test("describes each metric in one line", () => {
    for (const { help } of Object.values(FAMILIES)) expect(help).toMatch(/^[A-Z][^\\\n]*\.$/);
    for (const [name, { kind }] of Object.entries(FAMILIES)) expect(name.endsWith("_total")).toBe(kind === "counter");
  });
});

test("the first hundred organizations have their own labels; the numbers of the rest are summed, without timestamps", () => {
  const reports = Array.from(
    { length: 103 },
    (_, index): Report => ({
      realm: 103 - index,
      subdomain: `o${103 - index}`,
      host: `o${103 - index}.example.org`,
      at: seconds(0),
      version: "1",
      numbers: { parley_unshipped_rows: 2, parley_organization_told_seconds: 5, 'parley_jobs_waiting{job="mail"}': 1 },
    }),
  );
  const numbers = numbersOf(reports);
  expect(numbers['parley_unshipped_rows{organization="o100.example.org"}']).toBe(2);
  expect(numbers['parley_unshipped_rows{organization="o101.example.org"}']).toBeUndefined();
  expect(numbers['parley_unshipped_rows{organization="(others)"}']).toBe(6);
  expect(numbers['parley_jobs_waiting{organization="(others)",job="mail"}']).toBe(3);
  expect(numbers['parley_organization_told_seconds{organization="(others)"}']).toBeUndefined();
  readPrometheusText(exposition(numbers));
});

test("a label is added before the existing ones", () => {
  expect([labelled("a", "b", 'c"'), labelled('a{d="e"}', "b", "c")]).toEqual(['a{b="c\\""}', 'a{b="c",d="e"}']);
});
