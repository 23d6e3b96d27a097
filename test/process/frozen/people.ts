import { type Fields, Person } from "../support/person.ts";
import { form } from "./forms.ts";

const GUEST = 600;
const MODERATOR = 300;
const ADMINISTRATOR = 200;

export async function createPeople(owner: Person) {
  await owner.ok(
    owner.patch("/realm", {
      ...{ message_content_edit_limit_seconds: "unlimited", message_content_delete_limit_seconds: "unlimited" },
      ...{ move_messages_within_stream_limit_seconds: "unlimited", enable_read_receipts: true },
      ...{
        move_messages_between_streams_limit_seconds: "unlimited",
        invite_required: false,
        enable_spectator_access: true,
      },
      ...{ description: "A **harbour**, frozen", message_retention_days: 30_000 },
      ...{ welcome_message_custom_text: "Mind the gap.", disallow_disposable_email_addresses: false },
    }),
  );
  const [ada, ben, cleo, gus, mo, zoe] = [
    await owner.invite("Ada"),
    await owner.invite("Ben"),
    await owner.invite("Cleo", ADMINISTRATOR),
    await owner.invite("Gus", GUEST),
    await owner.invite("Mo", MODERATOR),
    await owner.invite("Zoe"),
  ];
  const counter = { full_name: "Counter", short_name: "counter", default_all_public_streams: true };
  const reporter = { full_name: "Reporter", short_name: "reporter", bot_type: 2 };
  const hook = {
    ...{ full_name: "Hook", short_name: "hook", bot_type: 3, payload_url: "http://127.0.0.1:9/hook" },
    ...{ interface_type: 1, service_name: "hook", config_data: { colour: "blue" } },
  };
  const bot = await makeBot(ada, counter);
  await makeBot(cleo, reporter);
  await makeBot(owner, hook);
  await bot.ok(bot.send("PUT", "/bot_storage", form({ storage: { score: "1", note: "left → right" } })));
  return { owner, ada, ben, cleo, gus, mo, zoe, bot };
}

export type People = Awaited<ReturnType<typeof createPeople>>;

async function makeBot(by: Person, fields: Fields): Promise<Person> {
  const { user_id, api_key } = await by.ok(by.post("/bots", fields));
  const { user } = await by.ok(by.get(`/users/${user_id}`));
  return new Person(by.url, user.email, api_key, user_id, by.host);
}
