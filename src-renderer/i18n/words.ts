/** A table in another language: every key of the English one, and no other. */
export type Words<Table> = Readonly<Record<keyof Table, string>>;

/** Keys that come as `<base>.one` and `<base>.other`. */
export type BaseOf<Key> = Key extends `${infer Base}.one` ? Base : never;

/** Arabic counts in more forms: two, a few (3 to 10) and many (11 to 99). */
export type ArabicWords<Table> = Words<Table> &
  Readonly<Record<`${BaseOf<keyof Table>}.${'two' | 'few' | 'many'}`, string>>;
