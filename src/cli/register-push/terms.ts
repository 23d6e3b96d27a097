interface TermsInput {
  readonly service: string;
  readonly hostname: string;
  readonly contact_email: string;
  readonly isTransfer: boolean;
}

/** What the user must agree to before anything is sent to the service. */
export const termsOf = ({ service, hostname, contact_email, isTransfer }: TermsInput) => `\
Push notifications for Zulip's apps go through ${service}.

Its operators will learn:
  - the name of this server: ${hostname}
  - an email address to reach you: ${contact_email}
  - about each organization: its name, host, URL, kind, id and creation date, its login methods, and
    whether it is deactivated (https://zulip.com/doc-permalinks/basic-metadata). The server
    tells it daily, and when an organization is made or changed.
No messages and no names of people are among it.

You use the service under its terms: https://zulip.com/policies/terms
${isTransfer ? `\nThe registration of ${hostname} moves to this server: the key that another server has ends.\n` : ""}`;
