import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { SETUP_TOKEN } from "./support/launch.ts";
import { AUTHORITY, FITTING, LOGIN, mailServer } from "./support/mail-server.ts";
import { ownerOf, type Person } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { run } from "./support/script.ts";
import { launch, type Server, start } from "./support/server.ts";

const CREDENTIALS = `${encodeURIComponent(LOGIN.user)}:${encodeURIComponent(LOGIN.password)}`;

const healthOf = async ({ url }: Server) => {
  const response = await fetch(`${url}/health`, { headers: { Authorization: `Bearer ${SETUP_TOKEN}` } });
  return (await response.json()) as { mail: { by: string; waiting: number; outage?: { reason: string } } };
};

const invite = (owner: Person, email: string) =>
  owner.ok(owner.post("/invites", { invitee_emails: email, invite_as: 400, stream_ids: [] }));

test("emails reach the mail server unchanged despite failures, and the operator sees why one isn't delivered", async () => {
  const mail = await mailServer({ ...FITTING, authOptional: false });
  const env = {
    NODE_EXTRA_CA_CERTS: AUTHORITY,
    MAIL_URL: `smtp://${CREDENTIALS}@localhost:${mail.port}`,
    MAIL_FROM: "Jörgs Chat <chat@example.org>",
  };
  let server = await start({ env });
  const owner = await ownerOf(server);
  const arrived = (to: string) => mail.received.filter((each) => each.to.includes(to));
  const settled = () => until("nothing waits", async () => (await healthOf(server)).mail.waiting === 0);

  // Greylisting: rejected at first.
  let refusals = 0;
  mail.behavior.refuse = () => (++refusals === 1 ? [451, "4.7.1 Greylisted"] : undefined);
  await invite(owner, "grey@example.org");
  await until("it arrives", () => arrived("grey@example.org").length > 0);
  await settled();
  expect((await healthOf(server)).mail).toEqual({ by: "smtp", waiting: 0 });
  const read = await PostalMime.parse(arrived("grey@example.org")[0]?.content ?? "");
  expect(read).toMatchObject({
    from: { name: "Jörgs Chat", address: "chat@example.org" },
    to: [{ address: "grey@example.org" }],
    messageId: expect.stringMatching(/^<\w{24}@example\.org>$/),
  });
  expect([read.text, read.html].every((text) => text?.includes("/join/"))).toBe(true);

  // Accepted, but the response is lost: the second email can be recognized as the same.
  let losses = 0;
  mail.behavior.losesAnswer = () => ++losses === 1;
  await invite(owner, "lost@example.org");
  await until("it arrives twice", () => arrived("lost@example.org").length === 2);
  const [first, second] = arrived("lost@example.org").map(({ content }) => content);
  expect(second).toBe(first);
  await settled();

  // Permanently rejected, but only this email.
  mail.behavior.refuse = (to) => (to === "nobody@example.org" ? [550, "5.1.1 No such user"] : undefined);
  await invite(owner, "nobody@example.org");
  await until("it is refused", () => server.output.includes("mail_refused"));
  await settled();
  expect((await healthOf(server)).mail).toEqual({ by: "smtp", waiting: 0 });

  // Killed while the mail server checks a recipient.
  const asked = Promise.withResolvers<void>();
  mail.behavior.refuse = () => {
    asked.resolve();
    return new Promise(() => {});
  };
  await invite(owner, "killed@example.org");
  await asked.promise;
  await server.killHard("all");
  mail.behavior.password = "changed meanwhile";
  server = await launch({ data: server.data, env }).running();

  // A refused login is reported with the server's words, without the password, and nothing is lost.
  const { reason } = await until("an outage is told", async () => (await healthOf(server)).mail.outage);
  expect(reason).toBe("the mail server answers 535 to AUTH: 5.7.8 Error: authentication failed");
  const tried = await run("operator", "mail", "--try", "ada@example.org", "--data", server.data);
  expect(tried.status).toBe(1);
  expect(tried.output).toContain("> AUTH PLAIN (secret)\n< 535 5.7.8 Error: authentication failed\n");
  expect(tried.output).toContain("not sent: the mail server answers 535 to AUTH");
  for (const secret of [LOGIN.password, encodeURIComponent(LOGIN.password), btoa(LOGIN.user)]) {
    expect(tried.output + server.output).not.toContain(secret);
  }
  expect(arrived("killed@example.org")).toEqual([]);

  mail.behavior.password = LOGIN.password;
  mail.behavior.refuse = () => undefined;
  await until("it arrives", () => arrived("killed@example.org").length > 0);
  await settled();
  expect((await healthOf(server)).mail).toEqual({ by: "smtp", waiting: 0 });
  const worked = await run("operator", "mail", "--try", "ada@example.org", "--data", server.data);
  expect(worked).toMatchObject({ status: 0, output: expect.stringMatching(/^\* connected.*< 250 .*was taken/s) });
  expect(arrived("ada@example.org")).toHaveLength(1);
  const stranger = await run(
    "operator",
    "mail",
    "--try",
    "ada@example.org",
    "--data",
    server.data,
    "--setup-token",
    "x",
  );
  expect(stranger).toMatchObject({ status: 1, output: expect.stringContaining("Invalid setup token") });
  await mail.stop();
});
