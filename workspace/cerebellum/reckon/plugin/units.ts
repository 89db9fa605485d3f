/** Units as factors of the first one of their kind. */

const kinds: readonly Readonly<Record<string, number>>[] = [
  {
    m: 1,
    mm: 0.001,
    cm: 0.01,
    km: 1000,
    in: 0.0254,
    ft: 0.3048,
    yd: 0.9144,
    mi: 1609.344,
    nmi: 1852,
  },
  { g: 1, mg: 0.001, kg: 1000, t: 1e6, oz: 28.349523125, lb: 453.59237, st: 6350.29318 },
  {
    l: 1,
    ml: 0.001,
    cl: 0.01,
    dl: 0.1,
    m3: 1000,
    tsp: 0.00492892159375,
    tbsp: 0.01478676478125,
    cup: 0.2365882365,
    pt: 0.473176473,
    qt: 0.946352946,
    gal: 3.785411784,
  },
  { 'm/s': 1, 'km/h': 1 / 3.6, mph: 0.44704, kn: 1852 / 3600 },
  {
    b: 1,
    kb: 1e3,
    mb: 1e6,
    gb: 1e9,
    tb: 1e12,
    kib: 2 ** 10,
    mib: 2 ** 20,
    gib: 2 ** 30,
    tib: 2 ** 40,
  },
];

const toKelvin: Readonly<Record<string, (value: number) => number>> = {
  k: (value) => value,
  c: (value) => value + 273.15,
  f: (value) => ((value - 32) * 5) / 9 + 273.15,
};
const fromKelvin: typeof toKelvin = {
  k: (value) => value,
  c: (value) => value - 273.15,
  f: (value) => ((value - 273.15) * 9) / 5 + 32,
};

/** Throws where the units are not known or not of one kind. */
export function convert(value: number, from: string, to: string): number {
  const [a, b] = [plain(from), plain(to)];
  const warm = toKelvin[a];
  const cool = fromKelvin[b];
  if (warm !== undefined && cool !== undefined) return rounded(cool(warm(value)));
  for (const kind of kinds) {
    const [one, other] = [kind[a], kind[b]];
    if (one !== undefined && other !== undefined) return rounded((value * one) / other);
  }
  const known = [...kinds.flatMap((kind) => Object.keys(kind)), 'C', 'F', 'K'].join(', ');
  throw new Error(`"${from}" cannot be converted into "${to}". Units: ${known}.`);
}

const plain = (unit: string): string => unit.trim().toLowerCase().replace(/^°/, '');

/** What the last bits of a number say is nobody's measurement. */
const rounded = (value: number): number => Number(value.toPrecision(12));
