import type { Actor, Declaration } from '@portal/contract'

/**
 * May this actor make records here? Never on Processed permits, which permits enter by their status alone.
 */
export function mayCreate(declaration: Declaration, actor: Actor): boolean {
  return declaration.createRefusal === undefined && declaration.access.create(actor)
}
