// Take from chunks what they state and mention.
// Parameters: tenant, ids (sorted). Index: chunk_id.
UNWIND $ids AS id
MATCH (k:Chunk {id: id})-[e:STATES|MENTIONS]->()
WHERE k.tenant = $tenant
DELETE e
