import { describe, expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import type { Json } from "../../../support/json.ts";
import type { Entra, EntraForm, EntraUser } from "./entra.ts";
import { idsOf, refusal, resource, URN } from "./scim-client.ts";
import { accountOf, entraStand, fill, groupOf } from "./stand.ts";

const ADELE: EntraUser = {
  userPrincipalName: "AdeleV@contoso.example",
  mailNickname: "AdeleV",
  displayName: "Adele Vance",
  givenName: "Adele",
  surname: "Vance",
  mail: "Adele.Vance@contoso.example",
  department: "Retail",
  employeeId: "118",
  jobTitle: "Retail Manager",
};
/** Users of a new tenant often have no mailbox. */
const NOMAIL: EntraUser = { userPrincipalName: "raul@contoso.example", mailNickname: "raul", displayName: "Raul Razo" };

const isDone = ({ status }: { status: number }) => expect([200, 204]).toContain(status);
const made = async (entra: Entra, user: EntraUser): Promise<Json> => {
  const { status, body } = await entra.create(user);
  expect([status, JSON.stringify(body)]).toEqual([201, expect.stringContaining(user.userPrincipalName)]);
  return body;
};

describe.each<EntraForm>(["without the flag", "with the flag"])("Entra %s", (form) => {
  test("tests its connection with a filter for a user that can't exist", async () => {
    const { entra } = await entraStand(form);
    const { status, body } = await entra.test();
    expect([status, body.totalResults, body.Resources, body.schemas]).toEqual([200, 0, [], [URN.list]]);
  });

  test("finds no account, creates it, and then finds it by name, external id and email", async () => {
    const { entra, iris, noah } = await entraStand(form);
    expect((await entra.match(ADELE.userPrincipalName)).body.totalResults).toBe(0);
    let user: Json;
    await eventsDuring([iris, noah], async () => {
      user = await made(entra, ADELE);
    });
    expect(user).toMatchObject({
      userName: ADELE.userPrincipalName,
      externalId: "AdeleV",
      name: { givenName: "Adele", familyName: "Vance", formatted: "Adele Vance" },
      active: true,
    });
    const account = await accountOf(iris, user.id);
    expect(account).toMatchObject({ full_name: "Adele Vance", role: 400, is_active: true });
    expect(account.delivery_email.toLowerCase()).toBe("adele.vance@contoso.example");
    for (const filter of [
      `userName eq "${ADELE.userPrincipalName}"`,
      `userName eq "${ADELE.userPrincipalName.toUpperCase()}"`,
      'externalId eq "AdeleV"',
      `emails[type eq "work"].value eq "${ADELE.mail}"`,
      `emails[type eq "work" and value eq "${ADELE.mail}"]`,
      `externalId eq "AdeleV" and active eq true`,
    ]) {
      expect([filter, idsOf((await entra.filter("Users", filter)).body)]).toEqual([filter, [user.id]]);
    }
    expect((await entra.filter("Users", 'externalId eq "adelev"')).body.totalResults).toBe(0);
    expect(await refusal(entra.create(ADELE))).toEqual([409, "uniqueness"]);
  });

  test("replaces many attributes in one request, including the account's name and email", async () => {
    const { entra, iris, noah } = await entraStand(form);
    const { id } = await made(entra, ADELE);
    const change = () =>
      entra.replace(id, {
        displayName: "Adele Wells",
        'emails[type eq "work"].value': "adele.wells@contoso.example",
        "name.givenName": "Adela",
        "name.familyName": "Wells",
        externalId: "AdelaW",
        [`${URN.enterprise}:employeeNumber`]: "119",
      });
    await eventsDuring([iris, noah], async () => isDone(await change()));
    expect(await resource(entra.get(`/Users/${id}`))).toMatchObject({
      displayName: "Adele Wells",
      name: { givenName: "Adela", familyName: "Wells" },
      externalId: "AdelaW",
      emails: [{ value: "adele.wells@contoso.example" }],
      userName: ADELE.userPrincipalName,
    });
    const { full_name, delivery_email } = await accountOf(iris, id);
    expect([full_name, delivery_email]).toEqual(["Adela Wells", "adele.wells@contoso.example"]);
    const [seen] = await eventsDuring([iris], async () => isDone(await change()));
    expect(seen).toEqual([]);
  });

  test("adds emails and phone numbers to an account that has none of that type", async () => {
    const { entra, iris } = await entraStand(form);
    const { id } = await made(entra, NOMAIL);
    expect((await accountOf(iris, id)).delivery_email).toBe("raul@contoso.example");
    isDone(await entra.add(id, 'emails[type eq "work"].value', "raul.razo@contoso.example"));
    isDone(await entra.add(id, 'phoneNumbers[type eq "mobile"].value', "+49 170 0000000"));
    isDone(await entra.add(id, 'addresses[type eq "work"].streetAddress', "Street 1"));
    isDone(await entra.add(id, "nickName", "Babs"));
    isDone(await entra.add(id, "title", "Engineer"));
    isDone(await entra.add(id, "name.formatted", "Raul Razo II"));
    const user = await resource(entra.get(`/Users/${id}`));
    expect(user.emails).toContainEqual(expect.objectContaining({ type: "work", value: "raul.razo@contoso.example" }));
    expect(await accountOf(iris, id)).toMatchObject({
      delivery_email: "raul.razo@contoso.example",
      full_name: "Raul Razo II",
    });
  });

  test("sets enterprise attributes by full paths, and a manager as a string or an object", async () => {
    const { entra } = await entraStand(form);
    const [boss, user] = [await made(entra, NOMAIL), await made(entra, ADELE)];
    isDone(await entra.add(user.id, `${URN.enterprise}:department`, "Research"));
    isDone(await entra.replace(user.id, { [`${URN.enterprise}:department`]: "Development" }));
    isDone(await entra.setManager(user.id, boss.id));
    isDone(await entra.setManager(user.id, boss.id));
    const { manager } = (await resource(entra.get(`/Users/${user.id}`)))[URN.enterprise] ?? {};
    // Entra can't read an account whose manager isn't an object.
    expect(manager === undefined || manager.value === boss.id).toBe(true);
    isDone(await entra.remove(user.id, `${URN.enterprise}:manager`));
    isDone(await entra.remove(user.id, `${URN.enterprise}:department`));
  });

  test("sets a role by a path that selects the primary one", async () => {
    const { entra, iris } = await entraStand(form);
    const { id } = await made(entra, ADELE);
    isDone(await entra.add(id, 'roles[primary eq "True"].value', "moderator"));
    expect((await accountOf(iris, id)).role).toBe(300);
    isDone(await entra.replace(id, { 'roles[primary eq "True"].value': "administrator" }));
    expect((await accountOf(iris, id)).role).toBe(200);
  });

  test("deactivates, reactivates and deletes an account, and gets the same account for the same name", async () => {
    const { entra, iris, noah } = await entraStand(form);
    const { id } = await made(entra, ADELE);
    await eventsDuring([iris, noah], async () => isDone(await entra.setActive(id, false)));
    expect((await accountOf(iris, id)).is_active).toBe(false);
    expect((await entra.match(ADELE.userPrincipalName)).body.Resources).toMatchObject([{ id, active: false }]);
    await eventsDuring([iris, noah], async () => isDone(await entra.setActive(id, true)));
    expect((await accountOf(iris, id)).is_active).toBe(true);
    isDone(await entra.setActive(id, false));
    await eventsDuring([iris, noah], async () => {
      expect((await entra.delete(`/Users/${id}`)).status).toBe(204);
    });
    expect((await entra.get(`/Users/${id}`)).status).toBe(404);
    expect((await entra.delete(`/Users/${id}`)).status).toBe(404);
    expect((await entra.match(ADELE.userPrincipalName)).body.totalResults).toBe(0);
    expect(idsOf(await resource(entra.get("/Users")))).not.toContain(id);
    expect((await accountOf(iris, id)).is_active).toBe(false);
    let again: Json;
    await eventsDuring([iris, noah], async () => {
      again = await made(entra, ADELE);
    });
    expect(again).toMatchObject({ id, active: true });
    expect((await accountOf(iris, id)).is_active).toBe(true);
  });

  test("creates a group without members, finds it by name without reading members, renames and deletes it", async () => {
    const { entra, noah } = await entraStand(form);
    const { status, body: team } = await entra.createGroup("Legal team", "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159");
    expect([status, team.displayName, team.externalId]).toEqual([
      201,
      "Legal team",
      "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159",
    ]);
    const adele = await made(entra, ADELE);
    isDone(await entra.addMembers(team.id, [adele.id, String(noah.id)]));
    const found = await entra.matchGroup("legal TEAM");
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: team.id }] });
    expect([found.body.Resources[0].members, (await entra.readGroup(team.id)).body.members]).toEqual([
      undefined,
      undefined,
    ]);
    for (const filter of [
      `id eq "${team.id}" and members.value eq "${adele.id}"`,
      `id eq "${team.id}" and members[value eq "${adele.id}"]`,
      `externalId eq "${team.externalId}"`,
    ]) {
      expect([filter, idsOf((await entra.filter("Groups", filter)).body)]).toEqual([filter, [team.id]]);
    }
    expect((await entra.filter("Groups", `id eq "${team.id}" and members.value eq "0"`)).body.totalResults).toBe(0);
    isDone(await entra.renameGroup(team.id, "1879db59-updatedDisplayName"));
    expect((await groupOf(noah, team.id)).name).toBe("1879db59-updatedDisplayName");
    expect((await entra.delete(`/Groups/${team.id}`)).status).toBe(204);
    expect((await entra.readGroup(team.id)).status).toBe(404);
  });

  test("removes single members of a group by value, and keeps the others", async () => {
    const { entra, iris, noah, mia, omar } = await entraStand(form);
    const { id } = await resource(entra.createGroup("Team"));
    const [n, m, o] = [noah, mia, omar].map((person) => String(person.id)) as [string, string, string];
    isDone(await entra.addMembers(id, [n, m, o]));
    const [seen] = await eventsDuring([iris], async () => isDone(await entra.addMembers(id, [m])));
    expect(seen).toEqual([]);
    isDone(await entra.removeMembers(id, [m]));
    expect((await groupOf(iris, id)).members).toEqual([omar.id, noah.id].sort((a, b) => a - b));
    // Entra repeats requests whose outcome it doesn't know.
    isDone(await entra.removeMembers(id, [m]));
    isDone(await entra.removeMembers(id, [n, o]));
    expect((await groupOf(iris, id)).members).toEqual([]);
  });

  test("fills a group with 1,500 members in batches, and empties it in batches too", { tags: "nightly" }, async () => {
    const { entra, iris } = await entraStand(form);
    const ids = await fill(iris, 1500);
    const { id } = await resource(entra.createGroup("Everyone here"));
    for (let from = 0; from < ids.length; from += 500) isDone(await entra.addMembers(id, ids.slice(from, from + 500)));
    expect((await groupOf(iris, id)).members).toEqual(ids.map(Number));
    expect((await entra.readGroup(id)).body).toMatchObject({ id, displayName: "Everyone here" });
    for (let from = 0; from < ids.length; from += 1000) {
      isDone(await entra.removeMembers(id, ids.slice(from, from + 1000)));
    }
    expect((await groupOf(iris, id)).members).toEqual([]);
  });
});
