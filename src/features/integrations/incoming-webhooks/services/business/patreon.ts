import { entryFor, integration, jsonSample, SILENT } from "../../integration.ts";
import { bold, counted, lines, spaced } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

/** Older events. Patreon's events about members now report the same changes. */
const OLD = ["pledges:create", "pledges:update", "pledges:delete"];

interface Member {
  readonly who: string;
  readonly charge: string;
  readonly status: string;
  readonly amount: string;
  readonly patrons: string;
}

function memberOf(payload: Payload): Member {
  const member = payload.at("data.attributes");
  const campaign =
    payload.list("included").find((one) => one.line("type", "") === "campaign") ?? payload.at("included.0");
  const cents = member.number("currently_entitled_amount_cents", 0);
  const count = campaign.at("attributes").number("patron_count", -1);
  return {
    who: bold(member.line("full_name", "Someone")),
    charge: member.line("last_charge_status", ""),
    status: member.line("patron_status", ""),
    amount: cents > 0 ? `$${(cents / 100).toFixed(2)} per ${campaign.line("attributes.pay_per_name", "month")}` : "",
    patrons: count < 0 ? "" : `${counted(count, "patron")} in total.`,
  };
}

/** True if the member paid, or nothing was charged yet. */
const isPaid = ({ charge }: Member) => charge === "" || charge === "Paid";

/** Failed charges, and changes that another event also reports, aren't rendered. */
const renderers: Readonly<Record<string, (member: Member) => string | undefined>> = {
  "members:create": ({ who, charge, status }) =>
    charge === "" && status === "" ? `${who} joined as a member.` : undefined,
  "members:delete": (member) =>
    isPaid(member) && member.status !== "declined_patron" ? `The membership of ${member.who} ended.` : undefined,
  "members:pledge:create": (member) =>
    isPaid(member) && member.amount !== ""
      ? lines(`:tada: ${member.who} pledged ${bold(member.amount)}.`, member.patrons)
      : undefined,
  "members:pledge:delete": (member) =>
    isPaid(member) || member.charge === "Deleted"
      ? lines(`The pledge of ${member.who} was canceled.`, member.patrons)
      : undefined,
  "members:pledge:update": (member) =>
    isPaid(member) && member.amount !== ""
      ? `${member.who} changed their pledge to ${bold(member.amount)}.`
      : undefined,
  "members:update": (member) =>
    isPaid(member) && ["active_patron", "former_patron"].includes(member.status)
      ? `The membership of ${member.who} is now that of a ${bold(spaced(member.status))}.`
      : undefined,
};

export const patreon = integration({
  name: "patreon",
  title: "Patreon",
  events: Object.keys(renderers),
  render({ payload, eventHeader }) {
    const event = eventHeader("X-Patreon-Event");
    if (OLD.includes(event)) return SILENT;
    const teller = entryFor(renderers, event);
    payload.line("data.attributes.full_name");
    const content = teller(memberOf(payload));
    return content === undefined ? SILENT : { event, topic: "membership notifications", content };
  },
  sample: jsonSample(
    {
      data: {
        attributes: {
          full_name: "Ann",
          currently_entitled_amount_cents: 1000,
          last_charge_status: "Paid",
          patron_status: "active_patron",
        },
      },
      included: [{ type: "campaign", attributes: { patron_count: 5, pay_per_name: "month" } }],
    },
    { "X-Patreon-Event": "members:pledge:create" },
  ),
});
