# SPDX-License-Identifier: MIT
"""Whether a document is valid by a schema: with fastjsonschema where it is installed, which takes a second for what takes
jsonschema twenty."""
import jsonschema

try:
    import fastjsonschema
except ImportError:
    fastjsonschema = None


def draft7(schema):
    """The same schema in the words of draft 7, which fastjsonschema reads."""
    if isinstance(schema, list):
        return [draft7(s) for s in schema]
    if not isinstance(schema, dict):
        return schema
    schema = {key: draft7(value) for key, value in schema.items()}
    if "prefixItems" in schema:
        if "items" in schema:
            schema["additionalItems"] = schema.pop("items")
        schema["items"] = schema.pop("prefixItems")
    if "dependentRequired" in schema:
        schema["dependencies"] = schema.pop("dependentRequired")
    return schema


def fault_finder(schema):
    """A function that says what is wrong with a document; None: nothing."""
    slow = jsonschema.Draft202012Validator(schema)
    if not fastjsonschema:
        return lambda document: next((f"{list(e.absolute_path)}: {e.message[:200]}" for e in slow.iter_errors(document)), None)
    fast = fastjsonschema.compile({**draft7(schema), "$schema": "http://json-schema.org/draft-07/schema#"})

    def fault(document):
        try:
            fast(document)
        except fastjsonschema.JsonSchemaException as e:
            return str(e)[:200]
        return None
    return fault
