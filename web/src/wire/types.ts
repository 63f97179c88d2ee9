/** What goes over the wire, by the names that the server's description has for it (openapi.d.ts is made from that). */
import type { components } from "./openapi.d.ts";

type Schemas = components["schemas"];

export type TableView = Schemas["TableView"];
export type PositionView = Schemas["PositionView"];
export type WagerView = Schemas["WagerView"];
export type LineSettled = Schemas["LineSettled"];
export type TableMessage = Schemas["TableMessage"];
export type TableLine = Schemas["TableLine"];
export type FloorMessage = Schemas["FloorMessage"];
export type LinkMessage = Schemas["LinkMessage"];
export type Option = Schemas["Option"];
export type Next = Schemas["Next"];
export type Way = Schemas["Way"];
export type Paying = Schemas["Paying"];
export type Place = Schemas["Place"];
export type Amounts = Schemas["Amounts"];
export type Limit = Schemas["Limit"];
export type Sign = Schemas["Sign"];
export type RoundLine = Schemas["RoundLine"];
export type RoundPage = Schemas["RoundPage"];
export type RoundTold = Schemas["RoundTold"];
export type RoundStep = Schemas["RoundStep"];
export type Me = Schemas["Me"];
export type Begun = Schemas["Begun"];
export type Clause = Schemas["Clause"];
export type Reading = Schemas["Reading"];
export type Ruling = Schemas["RulingGiven"];
export type Problem = Schemas["Problem"];
export type GoneWrong = Schemas["GoneWrong"];
export type CanBeReported = Schemas["CanBeReported"];
export type ReportLying = Schemas["ReportLying"];
export type RulingOpen = Schemas["RulingOpen"];
export type Right = Schemas["Right"];
export type FactAsked = Schemas["FactAsked"];
export type Foretold = Schemas["Foretold"];
export type Previewed = Schemas["Previewed"];
