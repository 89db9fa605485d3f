/** A table in another language: every key of the English one, and no other. */
export type Words<Table> = Readonly<Record<keyof Table, string>>;
