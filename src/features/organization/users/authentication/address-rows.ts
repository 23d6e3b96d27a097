import { statement } from "../../../../database/statement.ts";

export const confirmedAddressOf = statement<{ user: number }, { email: string }>(
  "SELECT email FROM confirmed_addresses WHERE user_id = :user",
);
export const putConfirmedAddress = statement<{ user: number; email: string }>(
  `INSERT INTO confirmed_addresses (user_id, email) VALUES (:user, :email)
   ON CONFLICT (user_id) DO UPDATE SET email = excluded.email`,
);

export const givenAddressOf = statement<{ user: number }, { email: string }>(
  "SELECT email FROM given_addresses WHERE user_id = :user",
);
export const putGivenAddress = statement<{ user: number; email: string }>(
  `INSERT INTO given_addresses (user_id, email) VALUES (:user, :email)
   ON CONFLICT (user_id) DO UPDATE SET email = excluded.email`,
);
