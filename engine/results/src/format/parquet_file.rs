//! Writes blocks as Parquet with one row group each, and joins small ones to groups of 64 k rows.
//!
//! Equal rows give equal bytes: the encoding and compression of each column and the name of the writer are fixed, and
//! the file contains neither a time nor a host name.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical};
use parquet::column::reader::get_typed_column_reader;
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, ParquetMetaData};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::FileReader;
use parquet::file::serialized_reader::SerializedFileReader;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{ColumnPath, SchemaDescriptor, Type};

use crate::rows::{RowTable, Values};

/// Value of the `created_by` field of the files.
const BY: &str = concat!("tilewright ", env!("CARGO_PKG_VERSION"));

/// Number of rows from which a group is large enough for programs that read files by group.
const GROUP_ROWS: i64 = 65_536;

/// Encodes the rows of a block as a Parquet file.
pub(crate) fn write(table: &RowTable) -> Result<Vec<u8>, ParquetError> {
    let schema = schema(table)?;
    let properties = properties(&SchemaDescriptor::new(Arc::clone(&schema)), Vec::new());
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    for column in &table.columns {
        let Some(mut to) = group.next_column()? else { break };
        match &column.values {
            Values::Small(numbers) => {
                to.typed::<Int32Type>().write_batch(numbers, None, None)?;
            }
            Values::Large(numbers) => {
                // The logical type of the column is unsigned, so only the bits matter.
                let bits: Vec<i64> = numbers.iter().map(|n| n.cast_signed()).collect();
                to.typed::<Int64Type>().write_batch(&bits, None, None)?;
            }
            Values::Perhaps(numbers) => {
                let there: Vec<i16> = numbers.iter().map(|n| i16::from(n.is_some())).collect();
                let values: Vec<i32> = numbers.iter().copied().flatten().collect();
                to.typed::<Int32Type>().write_batch(&values, Some(&there), None)?;
            }
            Values::Real(numbers) => {
                to.typed::<DoubleType>().write_batch(numbers, None, None)?;
            }
            Values::Text { known, at, .. } => {
                let known: Vec<ByteArray> = known.iter().map(|text| ByteArray::from(&**text)).collect();
                let values: Vec<ByteArray> = at.iter().map(|&which| known[which as usize].clone()).collect();
                to.typed::<ByteArrayType>().write_batch(&values, None, None)?;
            }
        }
        to.close()?;
    }
    group.close()?;
    writer.into_inner()
}

fn schema(table: &RowTable) -> Result<Arc<Type>, ParquetError> {
    let fields = table.columns.iter().map(|column| {
        let (physical, logical) = match column.values {
            Values::Small(_) | Values::Perhaps(_) => (Physical::INT32, None),
            Values::Large(_) => (Physical::INT64, Some(LogicalType::integer(64, false))),
            Values::Real(_) => (Physical::DOUBLE, None),
            Values::Text { .. } => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        };
        let optional = matches!(column.values, Values::Perhaps(_));
        let repetition = if optional { Repetition::OPTIONAL } else { Repetition::REQUIRED };
        let field = Type::primitive_type_builder(&column.name, physical);
        field.with_repetition(repetition).with_logical_type(logical).build().map(Arc::new)
    });
    let fields = fields.collect::<Result<Vec<_>, _>>()?;
    Ok(Arc::new(Type::group_type_builder("rows").with_fields(fields).build()?))
}

fn properties(schema: &SchemaDescriptor, metadata: Vec<KeyValue>) -> WriterProperties {
    let mut properties = WriterProperties::builder()
        .set_created_by(BY.to_owned())
        .set_compression(Compression::SNAPPY)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        // A block must be one row group, regardless of its number of rows.
        .set_max_row_group_row_count(None)
        .set_key_value_metadata((!metadata.is_empty()).then_some(metadata));
    for column in schema.columns().iter().filter(|column| column.physical_type() == Physical::INT64) {
        let path = ColumnPath::from(column.name());
        // Game numbers grow by one and shrink to almost no bytes as differences. Seeds are incompressible in any
        // encoding.
        let encoding = if column.name() == "game" { Encoding::DELTA_BINARY_PACKED } else { Encoding::PLAIN };
        properties = properties.set_column_dictionary_enabled(path.clone(), false).set_column_encoding(path, encoding);
    }
    properties.build()
}

/// Block that was encoded.
type EncodedBlock = SerializedFileReader<bytes::Bytes>;

/// Writer that appends blocks to one Parquet file, in the order of the calls. Blocks with fewer rows than a group wait
/// until they fill one together, so that the groups do not depend on the order in which blocks were made.
pub(crate) struct ParquetJoiner<W: Write + Send> {
    to: Option<W>,
    writer: Option<SerializedFileWriter<W>>,
    metadata: Vec<KeyValue>,
    /// Small blocks that no group contains yet.
    waiting: Vec<EncodedBlock>,
}

impl<W: Write + Send> ParquetJoiner<W> {
    /// Starts a file with key-value metadata, in the given order.
    pub(crate) fn new(to: W, metadata: Vec<(String, String)>) -> ParquetJoiner<W> {
        let metadata = metadata.into_iter().map(|(key, value)| KeyValue::new(key, value)).collect();
        ParquetJoiner { to: Some(to), writer: None, metadata, waiting: Vec::new() }
    }

    /// Appends an encoded block.
    pub(crate) fn add(&mut self, block: Vec<u8>) -> Result<(), ParquetError> {
        let bytes = bytes::Bytes::from(block);
        let block = EncodedBlock::new(bytes.clone())?;
        if let Some(to) = self.to.take() {
            let schema = block.metadata().file_metadata().schema_descr();
            let properties = properties(schema, std::mem::take(&mut self.metadata));
            self.writer = Some(SerializedFileWriter::new(to, schema.root_schema_ptr(), Arc::new(properties))?);
        }
        let rows = |block: &EncodedBlock| block.metadata().file_metadata().num_rows();
        if rows(&block) >= GROUP_ROWS {
            self.write_waiting()?;
            return self.append(&bytes, block.metadata());
        }
        self.waiting.push(block);
        if self.waiting.iter().map(rows).sum::<i64>() >= GROUP_ROWS { self.write_waiting() } else { Ok(()) }
    }

    /// Writes the waiting blocks as one group.
    fn write_waiting(&mut self) -> Result<(), ParquetError> {
        let blocks = std::mem::take(&mut self.waiting);
        let (Some(writer), Some(first)) = (&mut self.writer, blocks.first()) else { return Ok(()) };
        let schema = first.metadata().file_metadata().schema_descr_ptr();
        let mut group = writer.next_row_group()?;
        for (at, column) in schema.columns().iter().enumerate() {
            let Some(mut to) = group.next_column()? else { break };
            match column.physical_type() {
                Physical::INT32 => copy_column::<Int32Type>(&blocks, at, &mut to)?,
                Physical::INT64 => copy_column::<Int64Type>(&blocks, at, &mut to)?,
                Physical::DOUBLE => copy_column::<DoubleType>(&blocks, at, &mut to)?,
                _ => copy_column::<ByteArrayType>(&blocks, at, &mut to)?,
            }
            to.close()?;
        }
        group.close()?;
        Ok(())
    }

    /// Appends the row groups of a large block without decoding them.
    fn append(&mut self, bytes: &bytes::Bytes, metadata: &ParquetMetaData) -> Result<(), ParquetError> {
        let Some(writer) = &mut self.writer else { return Ok(()) };
        for group in metadata.row_groups() {
            let mut to = writer.next_row_group()?;
            for column in group.columns() {
                let close = ColumnCloseResult {
                    bytes_written: column.compressed_size().cast_unsigned(),
                    rows_written: group.num_rows().cast_unsigned(),
                    metadata: column.clone(),
                    bloom_filter: None,
                    column_index: None,
                    offset_index: None,
                };
                to.append_column(bytes, close)?;
            }
            to.close()?;
        }
        Ok(())
    }

    /// Finishes the file after the last block and returns the writer.
    pub(crate) fn end(mut self) -> Result<Option<W>, ParquetError> {
        self.write_waiting()?;
        match self.writer {
            Some(writer) => writer.into_inner().map(Some),
            None => Ok(self.to),
        }
    }
}

/// Writes the values of a column of all blocks.
fn copy_column<T: DataType>(
    blocks: &[EncodedBlock],
    at: usize,
    to: &mut SerializedColumnWriter<'_>,
) -> Result<(), ParquetError> {
    for block in blocks {
        for number in 0..block.num_row_groups() {
            let group = block.get_row_group(number)?;
            let mut column = get_typed_column_reader::<T>(group.get_column_reader(at)?);
            let rows = usize::try_from(group.metadata().num_rows()).unwrap_or_default();
            let optional = group.metadata().column(at).column_descr().max_def_level() > 0;
            let (mut there, mut values) = (Vec::new(), Vec::new());
            column.read_records(rows, optional.then_some(&mut there), None, &mut values)?;
            to.typed::<T>().write_batch(&values, optional.then_some(&there[..]), None)?;
        }
    }
    Ok(())
}
