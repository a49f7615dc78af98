/** The operations that the documentation lists. The build evaluates this file. */
import type { Contract } from "../../../../core/kernel/contract.ts";
import { offered } from "../../../../core/operations.ts";

export type EndpointName = Pick<Contract, "name" | "summary" | "envelope">;

const endpoints: readonly EndpointName[] = offered.map(({ contract }) => {
  const { name, summary, envelope } = contract;
  return { name, summary, envelope };
});
export default endpoints;
