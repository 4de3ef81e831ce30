import { chaos } from '../../support/chaos.ts'

chaos('manifest-500')
