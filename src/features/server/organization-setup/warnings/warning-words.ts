import type { Language } from "../../../../protocol/language.ts";
import { words } from "../../../../protocol/words/words.ts";

/** A problem with the server, described for users who can't fix it. */
interface Warning {
  readonly fact: string;
  readonly advice: string;
}

/** A problem with the server that is also emailed to its operator, with a subject and instructions for fixing it. */
export interface ServerWarning extends Warning {
  readonly subject: string;
  readonly cure: string;
}

const gigabytes = (language: Language, bytes: number) =>
  `${(bytes / 1e9).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} GB`;
const percent = (language: Language, part: number, all: number) =>
  new Intl.NumberFormat(language, { style: "percent", roundingMode: "floor" }).format(part / Math.max(1, all));

const warningWords = words("warnings", {
  filling: {
    subject: "A database of your Parley server is filling up",
    cure: "Move organizations to another database, raise DATABASE_LIMIT_MB if it can take more, or have old messages deleted.",
    fact: "The database that keeps the texts of messages is {percent} full ({bytes} of {limit}). Once it's full, people can keep talking, but search and older messages wait until there is room.",
    advice:
      "The server administrator can move the organization to another database (`POST /organizations/move`), and you can set a message retention in the organization's settings.",
  },
  refused: {
    subject: "A database of your Parley server refuses rows",
    cure: "Look for row_parked in the log: it names the rows and the error.",
    fact: "The database that keeps the texts of messages doesn't accept {rows, plural, one {# row} other {# rows}} of this organization. They are set aside and tried again each day. Until then, search and older messages can lack them.",
    advice: "Ask the server administrator to look for `row_parked` in the log.",
  },
  disk: {
    subject: "The disk of your Parley server is filling up",
    cure: "Make room on the disk of the data directory.",
    fact: "The disk of this server is filling up: {left} of {all} are left ({percent}). Once it's full, no messages or files can be saved.",
    advice: "Ask the server administrator to make room.",
  },
  backup: {
    subject: "Your Parley server has not been backed up for a week",
    cure: 'Run "parley backup" and read what it says, and look at the timer that runs it.',
    fact: "The last complete backup of this server was made more than a week ago ({last}). What came later exists only once.",
    advice: "Ask the server administrator to check the backups.",
  },
  mail: {
    fact: "This server hasn't been able to send email since {since} ({failures, plural, one {# failed attempt} other {# failed attempts}}). The last error: `{reason}`. Invitations, password reset links and email notifications don't arrive. Each email is retried for a day.",
    advice: "Ask the server administrator to check the mail settings.",
  },
  why: "Sent by {url}, because this address is the server's OPERATOR_EMAIL. You get one email per problem.",
  mailAgain: "Email works again. It had been failing since {since}.",
});

export function warningsIn(language: Language) {
  const { filling, refused, disk, backup, mail, why, mailAgain } = warningWords[language];
  return {
    filling: (bytes: number, limit: number): ServerWarning => {
      const sizes = [gigabytes(language, bytes), gigabytes(language, limit)] as const;
      return { ...filling, fact: filling.fact(percent(language, bytes, limit), ...sizes) };
    },
    refused: (rows: number): ServerWarning => ({ ...refused, fact: refused.fact(rows) }),
    disk: (left: number, all: number): ServerWarning => {
      const sizes = [gigabytes(language, left), gigabytes(language, all)] as const;
      return { ...disk, fact: disk.fact(...sizes, percent(language, left, all)) };
    },
    backup: (last: string): ServerWarning => ({ ...backup, fact: backup.fact(last) }),
    mail: (...of: Parameters<typeof mail.fact>): Warning => ({ ...mail, fact: mail.fact(...of) }),
    /** The reason for the email, and the organization that sends it. */
    why,
    mailAgain,
  };
}

export type WarningWords = ReturnType<typeof warningsIn>;
