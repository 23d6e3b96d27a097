import "./about.css";
import { useEffect, useState } from "preact/hooks";
import { measured as meter, summaryOf } from "../../client/background/meter.ts";
import { useClient } from "../../client/client.ts";
import { Button } from "../../parts/button.tsx";
import { appWords } from "../../words/app.ts";
import { fileSize } from "../../words/file-size.ts";
import { number } from "../../words/format.ts";
import { navWords } from "../../words/nav.ts";
import { aboutWords, myMenuWords } from "../../words/screens.ts";
import { connectPage } from "../connect-page.ts";
import { ScreenHeader } from "../frame/screen-header.tsx";

/** URL of the libraries' licenses, inserted by the build. */
declare const LICENSES: string;

/** Shows the program's version, and with `?debug` in the URL also runtime measurements. */
export function About() {
  const { svc_build, zulip_version, zulip_feature_level, realm_name } = useClient().watch("realm");
  const w = aboutWords();
  return (
    <>
      <ScreenHeader title={navWords().about} />
      <div class="about">
        <div class="about-page">
          <p>{w.lead(realm_name)}</p>
          <dl class="about-facts">
            <dt>{w.version}</dt>
            <dd>
              <bdi>{svc_build}</bdi>
            </dd>
            <dt>{w.protocol}</dt>
            <dd>
              {zulip_version} ({w.level(String(zulip_feature_level))})
            </dd>
            <Stored />
          </dl>
          <p>
            <a href={connectPage()}>{myMenuWords().connectApps}</a> · <a href="/api/v1/openapi.json">{w.api}</a>
          </p>
          <Licenses />
          {new URLSearchParams(location.search).has("debug") && <Diagnostics />}
        </div>
      </div>
    </>
  );
}

/** Shows whether the browser may delete this device's data, with a button that requests persistent storage. */
function Stored() {
  const [answer, setAnswer] = useState<"for now" | "for good" | "refused">();
  useEffect(() => {
    // Only available over TLS and on localhost.
    void navigator.storage?.persisted?.().then((isForGood) => setAnswer(isForGood ? "for good" : "for now"));
  }, []);
  const keep = async () => setAnswer((await navigator.storage.persist().catch(() => false)) ? "for good" : "refused");
  const w = aboutWords();
  if (answer === undefined) return null;
  return (
    <>
      <dt>{w.storage}</dt>
      <dd>
        {answer === "for good" ? w.storedForGood : w.storedForNow}
        {answer === "refused" && <p role="status">{w.keepRefused}</p>}
        {answer === "for now" && <Button onClick={() => void keep()}>{w.keepStored}</Button>}
      </dd>
    </>
  );
}

/** The libraries' licenses, loaded when opened. */
function Licenses() {
  const [text, setText] = useState<string>();
  const w = aboutWords();
  const load = async () => {
    const answer = await fetch(LICENSES).catch(() => undefined);
    setText(answer?.ok === true ? await answer.text() : appWords().partMissing);
  };
  return (
    <details class="about-licenses" onToggle={({ currentTarget }) => void (currentTarget.open && load())}>
      <summary>{w.licenses}</summary>
      {text !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable text has to be reachable by keyboard
        <pre tabIndex={0}>{text}</pre>
      )}
    </details>
  );
}

interface Measured {
  readonly latencyMs: number;
  readonly storage: number | undefined;
}

/** Formats the median and the 98th percentile of times in milliseconds. Undefined if there are none. */
function timesOf(times: readonly number[]): string | undefined {
  const summary = summaryOf(times);
  return summary && `${Math.round(summary.median)} / ${Math.round(summary.high)} ms`;
}

/** Runtime measurements, updated every second. */
function Diagnostics() {
  const client = useClient();
  const [, redraw] = useState(0);
  const [measured, setMeasured] = useState<Measured>();
  useEffect(() => {
    const timer = setInterval(() => redraw((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const measure = async () => {
    const start = performance.now();
    await client.api.get("/server_settings");
    const latencyMs = performance.now() - start;
    const { usage } = await navigator.storage.estimate();
    setMeasured({ latencyMs, storage: usage });
  };
  const { queue, lastEvent, isLeading } = client.connectionDetails();
  const state = client.watch("users", "channels", "unread");
  const { memory } = performance as { memory?: { usedJSHeapSize: number } };
  const w = aboutWords();
  const facts: readonly (readonly [string, string | undefined])[] = [
    [w.connection, client.connection.value.kind],
    [w.queue, queue],
    [w.lastEvent, lastEvent?.toString()],
    [w.leads, isLeading ? w.yes : w.no],
    [w.messages, number([...client.messages.values()].length)],
    [w.waiting, number(client.outbox.pending.value.length)],
    [w.people, number(state.realm_users.length)],
    [w.channels, number(state.subscriptions.length)],
    [w.elements, number(document.querySelectorAll("*").length)],
    [w.heap, memory && fileSize(memory.usedJSHeapSize)],
    [w.latency, measured && `${Math.round(measured.latencyMs)} ms`],
    [w.keys, timesOf(meter.keys)],
    [w.sends, timesOf(meter.sends)],
    [w.switches, timesOf(meter.switches)],
    [w.longFrames, number(meter.longFrames)],
    [w.storage, measured?.storage === undefined ? undefined : fileSize(measured.storage)],
  ];
  return (
    <section>
      <h2>{w.diagnostics}</h2>
      <dl class="about-facts">
        {facts.map(([name, value]) => (
          <>
            <dt key={name}>{name}</dt>
            <dd>{value ?? "–"}</dd>
          </>
        ))}
      </dl>
      <Button onClick={() => void measure()}>{w.measure}</Button>
    </section>
  );
}
