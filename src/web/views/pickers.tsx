import { isSubscription, privacyOf } from "../model/channels/channel-list.ts";
import type { Channel, Group, User } from "../model/state.ts";
import { type Pickable, Picker, type PickerProps } from "../parts/fields/picker.tsx";
import { Icon } from "../parts/icon.tsx";
import { Avatar } from "../parts/indicators/avatar.tsx";
import { ChannelSign } from "../parts/indicators/channel-sign.tsx";
import { pickersWords } from "../words/people.ts";

type Rest = Omit<PickerProps<number>, "options">;

const pickableChannel = (channel: Channel): Pickable<number> => ({
  id: channel.stream_id,
  name: channel.name,
  mark: () => <ChannelSign color={isSubscription(channel) ? channel.color : undefined} privacy={privacyOf(channel)} />,
});

export const ChannelPicker = ({ channels, ...rest }: Rest & { readonly channels: readonly Channel[] }) => (
  <Picker placeholder={pickersWords().addChannels} {...rest} options={channels.map(pickableChannel)} />
);

export const pickableUser = ({ user_id, full_name, avatar_url }: User): Pickable<number> => ({
  id: user_id,
  name: full_name,
  mark: () => <Avatar name={full_name} id={user_id} src={avatar_url} size="s" />,
});

export const UserPicker = ({ users, ...rest }: Rest & { readonly users: readonly User[] }) => (
  <Picker
    placeholder={pickersWords().addPeople}
    {...rest}
    options={users.map((user) => ({
      ...pickableUser(user),
      ...(user.delivery_email !== null && { detail: user.delivery_email, alias: user.delivery_email }),
    }))}
  />
);

export const pickableGroup = ({ id }: Group, name: string): Pickable<number> => ({
  id,
  name,
  mark: () => <Icon name="users" size={14} />,
});
