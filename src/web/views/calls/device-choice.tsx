import { useEffect, useState } from "preact/hooks";
import { chooseDevice, chosenDevice, type Device, type DeviceKind, devicesOf } from "../../client/calls/devices.ts";
import { Select } from "../../parts/fields/choice.tsx";
import { callsWords } from "../../words/calls.ts";

interface DeviceChoiceProps {
  readonly kind: DeviceKind;
  /** True if a device is in use. Browsers reveal device names only then. */
  readonly isOpen: boolean;
  readonly onChange: () => void;
}

/** A select for a kind of device, if there are several devices. */
export function DeviceChoice({ kind, isOpen, onChange }: DeviceChoiceProps) {
  const w = callsWords();
  const [devices, setDevices] = useState<readonly Device[]>([]);
  const [chosen, setChosen] = useState(chosenDevice(kind));
  useEffect(() => {
    const look = () => void devicesOf(kind).then(setDevices);
    look();
    const media = navigator.mediaDevices as MediaDevices | undefined;
    media?.addEventListener("devicechange", look);
    return () => media?.removeEventListener("devicechange", look);
  }, [kind, isOpen]);
  if (devices.length < 2) return null;
  const hasDefault = devices.some(({ id }) => id === "default");
  const known = devices.some(({ id }) => id === chosen) ? chosen : hasDefault ? "default" : "";
  const options = devices.map(({ id, name }) => ({ value: id, label: name }));
  const change = (id: string) => {
    chooseDevice(kind, id);
    setChosen(id);
    onChange();
  };
  return (
    <Select
      label={w.devices[kind]}
      value={known}
      options={hasDefault ? options : [{ value: "", label: w.standard }, ...options]}
      onChange={change}
    />
  );
}
