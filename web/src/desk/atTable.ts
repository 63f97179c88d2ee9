/** A table at which something is done by a form: at the desk, or at the console. */
import type { Option, TableView } from "../wire/types.ts";

export interface AtTable {
  readonly table: string;
  readonly view: TableView | null;
  /** Whether whoever is signed in may do it now. */
  offered(name: string): Option | undefined;
  do(name: string, fields?: object): Promise<number>;
}
