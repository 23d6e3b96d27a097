import "./statistics.css";
import { useState } from "preact/hooks";
import type { WireStatistics } from "../../../../../wire-types.ts";
import { useClient } from "../../../../client/client.ts";
import { MESSAGE_KINDS, type Span, spansOf } from "../../../../model/organization/statistics.ts";
import { Choice } from "../../../../parts/fields/choice.tsx";
import { fileSize } from "../../../../words/file-size.ts";
import { number } from "../../../../words/format.ts";
import { statisticsWords } from "../../../../words/settings/organization/data.ts";
import { utcDay, utcDays } from "../../../../words/time.ts";
import { SettingGroup } from "../../rows/setting-row.tsx";
import { useLoaded, WhenLoaded } from "../../use-loaded.tsx";
import { BarChart } from "./bar-chart.tsx";

const ALL_DAYS = 731;
const PERIODS = [30, 90, 365, ALL_DAYS] as const;

export function StatisticsSection() {
  const client = useClient();
  const { realm_date_created: founded } = client.watch("realm");
  const [period, setPeriod] = useState<number>(90);
  const loaded = useLoaded(() => client.api.get<WireStatistics>("/realm/statistics", { days: ALL_DAYS }));
  const w = statisticsWords();
  return (
    <WhenLoaded of={loaded}>
      {(statistics) => {
        const spans = spansOf(statistics.days.slice(-period), founded);
        return (
          <>
            <Sums of={statistics} />
            <div class="statistics-period">
              <Choice
                label={w.rows.period}
                as="row"
                value={period}
                options={PERIODS.map((value) => ({ value, label: w.periods[value] }))}
                onChange={setPeriod}
              />
              {!statistics.is_complete && <p class="settings-note">{w.counting}</p>}
            </div>
            <ActivePeople spans={spans} />
            <Messages spans={spans} />
            <AsTable spans={spans} />
            <Clients of={statistics} />
          </>
        );
      }}
    </WhenLoaded>
  );
}

/** The organization's current totals: people, channels, messages, and the storage they use. */
function Sums({ of: { people, channels, days, ...now } }: { readonly of: WireStatistics }) {
  const w = statisticsWords();
  const active = days.at(-1)?.active_people;
  const all = people.owners + people.administrators + people.moderators + people.members;
  const facts: readonly Fact[] = [
    [w.people, number(all + people.guests), w.peopleDetail(people.guests, people.bots)],
    [w.activeToday, active ? number(active.day) : "–", active ? w.activeDetail(active.week, active.month) : ""],
    [
      w.channels,
      number(channels.web_public + channels.public + channels.private),
      w.channelsDetail(channels.private, channels.archived),
    ],
    [w.sent, number(now.messages_sent), ""],
    [w.files, fileSize(now.upload_bytes), ""],
    [w.database, fileSize(now.database_bytes), ""],
  ];
  return <Facts facts={facts} />;
}

type Fact = readonly [name: string, value: string, detail: string];

const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl class="statistics-sums">
    {facts.map(([name, value, detail]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <span class="statistics-value">{value}</span>
          {detail !== "" && <span class="settings-note">{detail}</span>}
        </dd>
      </div>
    ))}
  </dl>
);

/** Display names of Zulip's clients, by the name in their User-Agent. */
const CLIENT_NAMES: Readonly<Record<string, string>> = {
  ZulipFlutter: "zulip-flutter",
  ZulipMobile: "zulip-mobile",
  ZulipTerminal: "zulip-terminal",
};

/** People who use Zulip's clients, and client versions newer than those tested with this server. */
function Clients({ of: { clients } }: { readonly of: WireStatistics }) {
  const w = statisticsWords();
  if (clients.length === 0) return null;
  return (
    <SettingGroup title={w.clients} hint={w.clientsHint}>
      <Facts
        facts={clients.map(({ client, older, tested, newer }) => [
          CLIENT_NAMES[client] ?? client,
          number(older + tested + newer),
          newer === 0 ? "" : w.newer(newer),
        ])}
      />
    </SettingGroup>
  );
}

/** Returns a bar's name: a day, or the first and last of several. */
const spanName = ({ from, to }: Pick<Span, "from" | "to">): string => (from === to ? utcDay(from) : utcDays(from, to));

const endsOf = (spans: readonly Span[]): readonly [string, string] => [
  utcDay(spans[0]?.from ?? ""),
  utcDay(spans.at(-1)?.to ?? ""),
];

function ActivePeople({ spans }: { readonly spans: readonly Span[] }) {
  const [within, setWithin] = useState<"day" | "week" | "month">("day");
  const w = statisticsWords();
  const isGrouped = spans.some(({ from, to }) => from !== to);
  const most = Math.max(0, ...spans.map(({ people }) => people?.[within] ?? 0));
  return (
    <SettingGroup title={w.active} hint={isGrouped ? `${w.activeHint} ${w.highest}` : w.activeHint}>
      <Choice
        label={w.within}
        as="row"
        quiet
        value={within}
        options={(["day", "week", "month"] as const).map((value) => ({ value, label: w.withins[value] }))}
        onChange={setWithin}
      />
      <BarChart
        label={w.activeChart(w.withins[within], most)}
        parts={[w.active]}
        bars={spans.map((span) => ({ name: spanName(span), values: span.people && [span.people[within]] }))}
        ends={endsOf(spans)}
      />
    </SettingGroup>
  );
}

const sumOf = ({ messages }: Span) => MESSAGE_KINDS.reduce((sum, kind) => sum + messages[kind], 0);

function Messages({ spans }: { readonly spans: readonly Span[] }) {
  const w = statisticsWords();
  const all = spans.reduce((sum, span) => sum + sumOf(span), 0);
  const byBots = spans.reduce((sum, span) => sum + span.byBots, 0);
  return (
    <SettingGroup title={w.messages} hint={w.messagesHint(all, byBots)}>
      <BarChart
        label={w.messagesChart(all)}
        parts={MESSAGE_KINDS.map((kind) => w.kinds[kind])}
        bars={spans.map((span) => ({
          name: spanName(span),
          values: MESSAGE_KINDS.map((kind) => span.messages[kind]),
        }))}
        ends={endsOf(spans)}
      />
    </SettingGroup>
  );
}

/** The numbers of both charts as a table, for screen readers and anyone who opens it. */
function AsTable({ spans }: { readonly spans: readonly Span[] }) {
  const [isOpen, setOpen] = useState(false);
  const w = statisticsWords();
  return (
    <details class="statistics-table" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{w.table}</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls has to be reached by keyboard
        <section tabIndex={0} aria-label={w.table}>
          <table>
            <thead>
              <tr>
                <th scope="col">{w.date}</th>
                <th scope="col">{w.active}</th>
                {MESSAGE_KINDS.map((kind) => (
                  <th key={kind} scope="col">
                    {w.kinds[kind]}
                  </th>
                ))}
                <th scope="col">{w.byBots}</th>
              </tr>
            </thead>
            <tbody>
              {[...spans].reverse().map((span) => (
                <tr key={span.from}>
                  <th scope="row">{spanName(span)}</th>
                  <td>{span.people === null ? "–" : number(span.people.day)}</td>
                  {MESSAGE_KINDS.map((kind) => (
                    <td key={kind}>{number(span.messages[kind])}</td>
                  ))}
                  <td>{number(span.byBots)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}
