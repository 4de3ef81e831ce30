import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { findField, hasField } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { crud } from '../../../api/api.ts'
import type { Shape } from '../../../api/api.ts'
import { configurationAtom, currencyAtom } from '../../../portal/configuration.ts'
import { useShell } from '../../../portal/shell-api.ts'
import { userAtom } from '../../../session/session.ts'
import { fillingsFor } from '../callbacks.ts'
import { draftKey, parseValues, without } from '../draft.ts'
import type { FormValues } from '../draft.ts'
import { fromForm, toForm } from '../form-values.ts'
import type { FormValue } from '../form-values.ts'
import { useSessionStorage } from '../session-storage.ts'
import { labelOf } from '../../declaration/label-of.ts'
import { bodyOf, problemsOf, refusedFields, sentenceOf } from '../problems.ts'
import type { FieldProblems } from '../problems.ts'
import { t } from '../texts.ts'
import { refreshCollection } from '../../list/refresh-records.ts'
import { newFields, startValues } from './new-fields.ts'
import type { NewField } from './new-fields.ts'
import type { NewRecordProps } from './new-record-props.ts'

export interface NewRecordState {
  fields: readonly NewField[]
  valueOf: (name: string) => FormValue
  choose: (name: string, value: FormValue) => void
  problems: FieldProblems
  wasTried: boolean
  failure: string | null
  isDirty: boolean
  isSaving: boolean
  create: () => void
  discard: () => void
}

/** Answer of making a record. */
const madeShape: Shape<string> = {
  parse(value) {
    if (typeof value === 'object' && value !== null && 'pid' in value && typeof value.pid === 'string')
      return value.pid
    throw new TypeError('The answer names no new record')
  },
}

/** The making of one record: what is typed, kept through crashes, judged as the server judges. */
export function useNewRecord(
  declaration: Declaration,
  actor: Actor,
  onCreated: (pid: string) => void,
  {
    start = {},
    linked = {},
    storageKey = 'new',
  }: Pick<NewRecordProps, 'start' | 'linked' | 'storageKey'> = {},
): NewRecordState {
  const shell = useShell()
  const queryClient = useQueryClient()
  const currency = useAtomValue(currencyAtom)
  const user = useAtomValue(userAtom)
  const callbacks = useAtomValue(configurationAtom)?.callbacks[declaration.name] ?? []
  const [kept, change] = useSessionStorage<FormValues>(draftKey(declaration.name, storageKey), parseValues)
  const [refused, setRefused] = useState<FieldProblems>({})
  const [wasTried, setTried] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const values: FormValues = { ...startValues(declaration, actor, user), ...start, ...kept }
  const valueNow = (name: string) => {
    const declared = findField(declaration, name)
    return declared === undefined ? null : fromForm(declared, values[name] ?? null, currency)
  }
  // Some fields belong only to records of a type, which is chosen here.
  const fields = newFields(declaration, actor).filter(({ declared }) => hasField(declared, valueNow))
  const filled = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const field = fields.find((field) => field.name === name)
      return field !== undefined && fromForm(field.declared, value, currency) !== null
    }),
  )
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  const problems = { ...refused, ...problemsOf(declaration, actor, filled, currency, required) }

  const set = (name: string, value: FormValue) => {
    setRefused((known) => without(known, name))
    change((before) => ({ ...before, [name]: value }))
  }
  const fill = async (name: string, value: FormValue) => {
    for (const filling of await fillingsFor(queryClient, declaration, callbacks, name, value, currency)) {
      if (filling.value !== undefined) set(filling.name, filling.value)
      else
        shell.toast({
          title: t('callbackFailed', { label: labelOf(declaration, filling.name) }),
          colour: 'red',
        })
    }
  }
  const making = useMutation({
    mutationFn: () =>
      crud(
        {
          apiPath: `/${declaration.name}`,
          method: 'POST',
          body: { ...linked, ...bodyOf(declaration, filled, currency) },
        },
        madeShape,
      ),
    onSuccess: (pid) => {
      change(() => null)
      shell.toast({ title: t('recordAdded') })
      void refreshCollection(queryClient, declaration.name)
      onCreated(pid)
    },
    onError: (error) => {
      setRefused(refusedFields(declaration, error))
      setFailure(sentenceOf(error))
      shell.toast({ title: t('addFailed'), description: sentenceOf(error), colour: 'red' })
    },
  })
  return {
    fields,
    valueOf: (name) => {
      const field = fields.find((field) => field.name === name)
      return values[name] ?? (field === undefined ? '' : toForm(field.declared, null, currency))
    },
    choose: (name, value) => {
      set(name, value)
      void fill(name, value)
    },
    problems,
    wasTried,
    failure,
    isDirty: kept !== null && Object.keys(filled).some((name) => Object.hasOwn(kept, name)),
    isSaving: making.isPending,
    create: () => {
      setTried(true)
      setFailure(null)
      if (
        !making.isPending &&
        Object.keys(problemsOf(declaration, actor, filled, currency, required)).length === 0
      )
        making.mutate()
    },
    discard: () => change(() => null),
  }
}
