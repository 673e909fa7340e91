import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import { uploadResumable } from '../../../../platform/web/storage/index.ts';
import type * as contract from '../contract.ts';

const listMaterialesCall = caller<typeof contract.listMaterialesEdicion>('listMaterialesEdicion');
const saveMaterialCall = caller<typeof contract.saveMaterialEdicion>('saveMaterialEdicion');
const removeMaterialCall = caller<typeof contract.removeMaterialEdicion>('removeMaterialEdicion');
const reorderMaterialesCall = caller<typeof contract.reorderMaterialesEdicion>(
  'reorderMaterialesEdicion',
);

export const useMateriales = (edicionId: string) => useCall(listMaterialesCall, { edicionId });

const invalidates = [listMaterialesCall];
export const useSaveMaterial = () => useCallMutation(saveMaterialCall, { invalidates });
export const useRemoveMaterial = () => useCallMutation(removeMaterialCall, { invalidates });
export const useReorderMateriales = () => useCallMutation(reorderMaterialesCall, { invalidates });

/** Sends a file to where `saveMaterialEdicion` takes it from. Gives its name there. @throws {StorageError}. */
export const sendMaterial = async (uid: string, file: File): Promise<string> => {
  const end = { 'image/png': 'png', 'image/jpeg': 'jpg' }[file.type] ?? 'pdf';
  const name = `materiales/${uid}/${crypto.randomUUID()}.${end}`;
  await uploadResumable(name, file, {
    metadata: { contentType: file.type || 'application/octet-stream' },
  });
  return name;
};
